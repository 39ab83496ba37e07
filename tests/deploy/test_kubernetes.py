"""The Kubernetes manifests: against the API's own schemas where those are, and what we insist on."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import msgspec
import pytest

from server.app import GRACE
from server.config import Config, load
from server.store.base import Durability
from tests.deploy.programs import DEPLOY, image_tag, program

FOLDER = DEPLOY / "kubernetes"
Labels = dict[str, str]


class Struct(msgspec.Struct, rename="camel"):
    """What is looked at here, of what a manifest says."""


class Selector(Struct):
    match_labels: Labels = {}


class Probe(Struct):
    http_get: dict[str, str] | None = None
    tcp_socket: dict[str, str] | None = None
    exec: dict[str, list[str]] | None = None
    period_seconds: int = 10
    failure_threshold: int = 3


class Variable(Struct):
    name: str
    value: str = ""


class ContainerSecurity(Struct):
    allow_privilege_escalation: bool
    read_only_root_filesystem: bool
    capabilities: dict[str, list[str]]


class Lifecycle(Struct):
    pre_stop: dict[str, dict[str, list[str]]]


class Container(Struct):
    image: str
    env: list[Variable]
    ports: list[dict[str, str | int]]
    readiness_probe: Probe
    liveness_probe: Probe
    startup_probe: Probe
    resources: dict[str, dict[str, str]]
    security_context: ContainerSecurity
    lifecycle: Lifecycle | None = None


class PodSecurity(Struct):
    run_as_non_root: bool
    run_as_user: int
    seccomp_profile: dict[str, str]


class Pod(Struct):
    containers: list[Container]
    enable_service_links: bool
    automount_service_account_token: bool
    termination_grace_period_seconds: int
    security_context: PodSecurity


class Meta(Struct):
    name: str = ""
    labels: Labels = {}


class Template(Struct):
    metadata: Meta
    spec: Pod


class Workload(Struct):
    selector: Selector
    template: Template
    strategy: dict[str, str | dict[str, int]] = {}
    replicas: int | None = None


class Manifest(Struct):
    kind: str
    metadata: Meta
    spec: dict[str, object] = {}
    data: Labels = {}


def manifests() -> Iterator[Manifest]:
    for file in sorted(FOLDER.glob("*.yaml")):
        if file.name != "kustomization.yaml":
            for document in file.read_text(encoding="utf-8").split("\n---\n"):
                yield msgspec.yaml.decode(document, type=Manifest)


def found(kind: str, name: str) -> Manifest:
    (one,) = (manifest for manifest in manifests() if (manifest.kind, manifest.metadata.name) == (kind, name))
    return one


def workload(kind: str, name: str) -> Workload:
    return msgspec.convert(found(kind, name).spec, Workload)


SERVER = ("Deployment", "paiju")
REDIS = ("StatefulSet", "paiju-redis")


def test_every_file_is_applied() -> None:
    listed = re.findall(r"^  - (\w+\.yaml)$", (FOLDER / "kustomization.yaml").read_text(), re.MULTILINE)
    assert {file.name for file in FOLDER.glob("*.yaml")} == {*listed, "kustomization.yaml"}


def test_the_schemas_of_kubernetes_have_no_complaint() -> None:
    files = [file for file in FOLDER.glob("*.yaml") if file.name != "kustomization.yaml"]
    done = subprocess.run(
        [
            program("kubernetes-validate"),
            "--strict",
            *map(str, files),
            str(DEPLOY / "kubernetes-restore.yaml"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_kubectl_puts_them_together() -> None:
    done = subprocess.run(
        [program("kubectl"), "kustomize", str(FOLDER)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nkind: ") == len(list(manifests()))


@pytest.mark.parametrize("which", [SERVER, REDIS], ids=lambda which: which[1])
def test_no_pod_may_more_than_it_needs(which: tuple[str, str]) -> None:
    pod = workload(*which).template.spec
    assert pod.security_context.run_as_non_root and pod.security_context.run_as_user > 0
    assert pod.security_context.seccomp_profile == {"type": "RuntimeDefault"}
    assert not pod.automount_service_account_token
    for container in pod.containers:
        assert container.security_context == ContainerSecurity(False, True, {"drop": ["ALL"]})
        assert (
            container.resources["requests"].keys() == {"cpu", "memory"}
            and "memory" in container.resources["limits"]
        )
        assert container.image == "paiju" or image_tag(container.image)


@pytest.mark.parametrize("which", [SERVER, REDIS], ids=lambda which: which[1])
def test_the_addresses_of_services_do_not_come_as_settings(which: tuple[str, str]) -> None:
    """A Service `paiju` would set PAIJU_PORT, which is a setting of ours, to something that is no port."""
    assert workload(*which).template.spec.enable_service_links is False


def test_settings_exist_and_ask_redis_for_what_it_gives() -> None:
    (container,) = workload(*SERVER).template.spec.containers
    given = found("ConfigMap", "paiju").data | {
        v.name: v.value for v in container.env if v.name.startswith("PAIJU_")
    }
    config = load([], given)
    assert config.store == "redis://:$(REDIS_PASSWORD)@paiju-redis:6379/0"
    assert config.durability is Durability.POWER and config.private
    settings = found("ConfigMap", "paiju-redis").data["redis.conf"].splitlines()
    lines = (DEPLOY / "redis.conf").read_text(encoding="utf-8").splitlines()
    assert settings == [line for line in lines if not line.startswith("#")]


def test_a_server_is_asked_how_it_is_and_drains_before_it_is_killed() -> None:
    pod = workload(*SERVER).template.spec
    (container,) = pod.containers
    assert container.readiness_probe.http_get == {"path": "/readyz", "port": "ops"}
    assert container.liveness_probe.http_get == {"path": "/healthz", "port": "ops"}
    assert container.startup_probe.http_get == {"path": "/healthz", "port": "ops"}
    assert container.lifecycle is not None
    command, wait = container.lifecycle.pre_stop["exec"]["command"]
    unready = container.readiness_probe.period_seconds
    assert command == "sleep" and float(wait) >= unready
    drain = float(found("ConfigMap", "paiju").data.get("PAIJU_DRAIN_TIMEOUT", Config().drain_timeout))
    assert pod.termination_grace_period_seconds > float(wait) + drain + GRACE


def test_an_upgrade_starts_the_new_before_it_ends_the_old() -> None:
    server = workload(*SERVER)
    assert server.strategy == {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    assert server.replicas is None, "how many there are is the autoscaler's to say"


class Scaling(Struct):
    scale_target_ref: dict[str, str]
    min_replicas: int


class Budget(Struct):
    selector: Selector
    max_unavailable: int


class Port(Struct):
    name: str
    port: int
    target_port: str


class Service(Struct):
    selector: Labels
    ports: list[Port]


class Policy(Struct):
    pod_selector: Selector
    policy_types: list[str]


def test_all_that_points_at_the_servers_finds_them() -> None:
    server, redis = workload(*SERVER), workload(*REDIS)
    labels, kept = server.template.metadata.labels, redis.template.metadata.labels
    assert server.selector.match_labels == labels and redis.selector.match_labels == kept and labels != kept
    budget = msgspec.convert(found("PodDisruptionBudget", "paiju").spec, Budget)
    assert budget == Budget(Selector(labels), 1)
    scaling = msgspec.convert(found("HorizontalPodAutoscaler", "paiju").spec, Scaling)
    assert (scaling.scale_target_ref["kind"], scaling.scale_target_ref["name"]) == SERVER
    assert scaling.min_replicas >= 2, "one that goes must have another beside it"
    for name, work in (("paiju", server), ("paiju-redis", redis)):
        own = work.template.metadata.labels
        service = msgspec.convert(found("Service", name).spec, Service)
        (container,) = work.template.spec.containers
        assert service.selector == own
        assert {port.target_port for port in service.ports} <= {str(port["name"]) for port in container.ports}
        policy = msgspec.convert(found("NetworkPolicy", name).spec, Policy)
        assert policy == Policy(Selector(own), ["Ingress", "Egress"])
