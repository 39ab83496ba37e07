"""The image and the compose file: what hadolint and Docker Compose say of them, where they are, and what we insist on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from server.app import GRACE
from server.config import Config, load
from server.store import open_store
from server.store.base import Durability
from tests.deploy.programs import DEPLOY, image_tag, program
from tests.house import PACKAGES, ROOT
from tests.redis_server import RedisServer, any_program

DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
SECRETS = {"DOMAIN": "cards.example.org", "REDIS_PASSWORD": "secret"}
SERVERS = ("paiju-1", "paiju-2")


class Service(msgspec.Struct):
    image: str
    restart: str
    networks: list[str]
    command: list[str] = []
    environment: dict[str, str] = {}
    ports: list[str] = []
    volumes: list[str] = []
    cap_drop: list[str] = []
    security_opt: list[str] = []
    read_only: bool = False
    user: str = ""
    stop_grace_period: str = ""
    healthcheck: dict[str, str | int | list[str]] = {}
    depends_on: dict[str, dict[str, str]] = {}


class Network(msgspec.Struct):
    internal: bool = False
    ipam: dict[str, list[dict[str, str]]] = {}


class Compose(msgspec.Struct):
    services: dict[str, Service]
    networks: dict[str, Network]
    volumes: dict[str, None]


@pytest.fixture(scope="module")
def compose() -> Compose:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    filled = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: SECRETS[found[1]], text)
    return msgspec.yaml.decode(filled, type=Compose)


def test_hadolint_has_no_complaint() -> None:
    done = subprocess.run(
        [program("hadolint"), str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_docker_compose_takes_the_file(tmp_path: Path) -> None:
    """And refuses it where nobody has set what must be set."""
    words = [
        program("docker-compose"),
        "--file",
        str(DEPLOY / "compose.yaml"),
        "--project-directory",
        str(DEPLOY),
    ]
    home = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    for given, code in ((SECRETS, 0), ({}, 1)):
        empty = tmp_path / "empty.env"
        empty.touch()
        done = subprocess.run(
            [*words, "--env-file", str(empty), "config", "--quiet"],
            env=home | given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr


def test_the_image_is_pinned_checked_and_not_root() -> None:
    lines = re.sub(r"\\\n\s*", " ", DOCKERFILE).splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert len(bases) == 2 and all(map(image_tag, bases))
    last = lines[[line.startswith("FROM ") for line in lines].index(True, 10) :]
    (user,) = (line.split()[1] for line in last if line.startswith("USER "))
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    assert any("--require-hashes -r requirements/runtime.txt" in line for line in lines)
    (check,) = (line.partition(" CMD ")[2] for line in last if line.startswith("HEALTHCHECK "))
    assert msgspec.json.decode(check) == ["python", "-m", "server.probe"]


def test_the_image_says_nothing_but_settings_that_exist() -> None:
    assert load([], dict(re.findall(r"(PAIJU_\w+)=(\S+)", DOCKERFILE))).ops_port == 8766


def test_the_image_is_made_of_what_is_installed_and_nothing_else() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == {*PACKAGES, "pyproject.toml", "README.md", "LICENSE", "requirements", "deploy/backup.py"}
    assert all((ROOT / name).exists() for name in let_in)


def test_the_servers_are_equal_and_get_the_time_to_drain(compose: Compose) -> None:
    one, two = (compose.services[name] for name in SERVERS)
    assert one == two
    config = load([], {name: value for name, value in one.environment.items() if name.startswith("PAIJU_")})
    assert config.store == "redis://:secret@redis:6379/0" and config.durability is Durability.POWER
    assert config.private and config.public_address == "paijus://cards.example.org"
    assert [{"subnet": net} for net in config.trust_proxy] == compose.networks["front"].ipam["config"]
    assert float(one.stop_grace_period.removesuffix("s")) > Config().drain_timeout + GRACE
    assert set(compose.services["caddy"].environment["UPSTREAMS"].split()) == {
        f"{name}:8765" for name in SERVERS
    }


def test_only_caddy_is_reached_from_outside_and_redis_by_the_servers_alone(compose: Compose) -> None:
    assert {name for name, service in compose.services.items() if service.ports} == {"caddy"}
    assert compose.networks["back"].internal
    assert {name for name, service in compose.services.items() if "back" in service.networks} == {
        *SERVERS,
        "redis",
    }


def test_no_container_may_more_than_it_needs(compose: Compose) -> None:
    for service in compose.services.values():
        assert service.cap_drop == ["ALL"] and service.security_opt == ["no-new-privileges:true"]
        assert service.restart == "unless-stopped"
        assert service.image == "paiju:local" or image_tag(service.image)
    assert all(compose.services[name].read_only for name in SERVERS)
    assert compose.services["redis"].user not in {"", "root", "0"}


def test_each_waits_for_what_it_needs(compose: Compose) -> None:
    healthy = {"condition": "service_healthy"}
    assert compose.services["caddy"].depends_on == dict.fromkeys(SERVERS, healthy)
    assert (
        compose.services["paiju-1"].depends_on == {"redis": healthy} and compose.services["redis"].healthcheck
    )


async def test_a_real_redis_with_these_settings_is_good_enough_for_a_loss_of_power(tmp_path: Path) -> None:
    redis = any_program()
    if redis is None:
        pytest.skip("no redis-server or valkey-server")
    lines = (DEPLOY / "redis.conf").read_text(encoding="utf-8").splitlines()
    given = dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))
    with RedisServer(redis, tmp_path, {name: value.strip('"') for name, value in given.items()}) as server:
        store = await open_store(server.url, durability=Durability.POWER)
        await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no Caddy for it is tried")
def test_caddy_takes_its_file_as_it_is(tmp_path: Path) -> None:
    done = subprocess.run(
        [program("caddy"), "adapt", "--validate", "--config", str(DEPLOY / "Caddyfile")],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DOMAIN": SECRETS["DOMAIN"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and SECRETS["DOMAIN"] in done.stdout, done.stderr
    tidy = subprocess.run(
        [program("caddy"), "fmt", str(DEPLOY / "Caddyfile")], capture_output=True, check=False
    )
    assert tidy.returncode == 0 and tidy.stdout == (DEPLOY / "Caddyfile").read_bytes()
