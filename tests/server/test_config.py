"""Settings: where they come from, which wins, and what is said about a wrong one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from server.config import Config, ConfigError, describe, load
from server.config_page import toml_page


def test_defaults_need_nothing() -> None:
    assert load([], {"HOME": "/root", "PATH": "/bin"}) == Config()


def test_flags_win_over_environment_over_file(tmp_path: Path) -> None:
    file = tmp_path / "paiju.toml"
    file.write_text('port = 1\nmax_frame = 100\nname = "file"\norigins = ["https://a.example"]\n')
    environment = {"PAIJU_CONFIG": str(file), "PAIJU_PORT": "2", "PAIJU_MAX_FRAME": "200"}
    config = load(["--port", "3", "--compression=yes"], environment)
    assert (config.port, config.max_frame, config.name) == (3, 200, "file")
    assert config.origins == ["https://a.example"] and config.compression is True


def test_the_file_of_the_flag_wins(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("port = 1\n")
    (tmp_path / "b.toml").write_text("port = 2\n")
    flags = ["--config", str(tmp_path / "a.toml")]
    assert load(flags, {"PAIJU_CONFIG": str(tmp_path / "b.toml")}).port == 1


def test_lists_are_written_with_commas_outside_of_files() -> None:
    assert load(["--games", "dingti, highcard"], {}).games == ["dingti", "highcard"]
    assert load([], {"PAIJU_ORIGINS": "https://a.example,https://b.example"}).origins == [
        "https://a.example",
        "https://b.example",
    ]


@pytest.mark.parametrize(
    ("flags", "environment", "says"),
    [
        (["--prot", "1"], {}, "there is no setting --prot; did you mean port?"),
        (["--quux", "1"], {}, "there is no setting --quux; --help lists all settings"),
        (
            [],
            {"PAIJU_MAX_FRAMES": "1"},
            "there is no setting environment variable PAIJU_MAX_FRAMES; did you mean max_frame?",
        ),
        (["--port"], {}, "--port needs a value"),
        (["8765"], {}, "'8765' is no setting; settings look like --port 8765"),
        (["--port", "high"], {}, "port: expected `int`, got `str` (TCP port; 0 lets the system choose)"),
        (["--port", "70000"], {}, "port: expected `int` <= 65535 (TCP port; 0 lets the system choose)"),
        (
            ["--log-format", "xml"],
            {},
            "log_format: invalid enum value 'xml' (lines for people or for machines)",
        ),
        (["--tls-cert", "a.pem"], {}, "tls_cert and tls_key go together"),
        (
            ["--private", "maybe"],
            {},
            "private: expected `bool`, got `str` (nobody comes in without the server's key",
        ),
        (["--server-key", "short"], {}, "server_key: expected `str` matching regex"),
        (
            ["--invited", "easily guessed"],
            {},
            "invited: an invitation has 20 to 128 characters, else it could be guessed",
        ),
        (["--block", "10.0.0.0/33"], {}, "block: '10.0.0.0/33' is no network, such as 203.0.113.0/24"),
        ([], {"PAIJU_TRUST_PROXY": "caddy"}, "trust_proxy: 'caddy' is no network, such as 203.0.113.0/24"),
        (["--hard-backlog", "1"], {}, "hard_backlog must not be less than soft_backlog"),
        (
            ["--config", "/nowhere/paiju.toml"],
            {},
            "cannot read /nowhere/paiju.toml: No such file or directory",
        ),
    ],
)
def test_a_wrong_setting_is_an_error_with_a_hint(
    flags: list[str], environment: dict[str, str], says: str
) -> None:
    with pytest.raises(ConfigError) as info:
        load(flags, environment)
    assert str(info.value).startswith(says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "there is no setting prot in {file}; did you mean port?"),
        ('config = "other.toml"', "{file} cannot name another file"),
        ("port = ", "{file} is not TOML: Invalid value (at end of document)"),
    ],
)
def test_a_wrong_file_is_an_error_too(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "paiju.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as info:
        load(["--config", str(file)], {})
    assert str(info.value) == says.format(file=file)


def test_every_setting_is_explained_and_its_default_can_be_set_again() -> None:
    rows = describe()
    assert [row[0] for row in rows] == list(Config.__struct_fields__)
    assert all(purpose for _, _, purpose in rows)
    again = {name: msgspec.json.decode(default) for name, default, _ in rows}
    assert msgspec.convert(again, Config) == Config()


def test_a_switch_needs_no_value() -> None:
    assert load(["--private", "--port", "3"], {}) == Config(private=True, port=3)
    assert load(["--port", "3", "--private"], {}).private is True
    assert load(["--private", "no"], {"PAIJU_PRIVATE": "yes"}).private is False


@pytest.mark.parametrize(
    "config",
    [
        Config(),
        Config(
            port=9,
            name='Friday "cards" 牌局',
            invited=["invitation-for-ann-0001"],
            compression=True,
            lease=2.5,
        ),
    ],
)
def test_the_page_is_a_file_of_all_settings(config: Config, tmp_path: Path) -> None:
    page = toml_page(config)
    file = tmp_path / "paiju.toml"
    file.write_text(page, encoding="utf-8")
    assert load(["--config", str(file)], {}) == config
    file.write_text(re.sub(r"^#(?=[a-z_]+ = )", "", page, flags=re.MULTILINE), encoding="utf-8")
    assert tomllib.loads(file.read_text(encoding="utf-8")).keys() == set(Config.__struct_fields__)
    assert load(["--config", str(file)], {}) == config, "and every default stands there as it is"


def test_no_secret_is_on_the_page() -> None:
    secret = "0123456789abcdef"
    page = toml_page(Config(port=9, server_key=secret, admin_token=f"ann:{secret}"))
    assert secret not in page and page.count("# It is set") == 2
    assert tomllib.loads(page) == {"port": 9}
