"""The line mode: complete, for screen readers, scripts and dumb terminals. One line in, some lines out."""
