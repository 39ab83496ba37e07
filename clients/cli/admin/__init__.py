"""The host's tool for a running server: asking (`channel`) and showing (`showing`). Its commands are in `clients.cli.verbs.admin`."""
