"""Drives the service with the public Python client: one step per call, results as JSON on standard output."""
import base64
import json
import sys
import time

from assisted_service_client import ApiClient, Configuration, api, models


def wait(what, done, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        value = done()
        if value:
            return value
        time.sleep(0.3)
    raise SystemExit(f"waited {seconds} s for {what} in vain")


def main():
    url, step, *args = sys.argv[1:]
    configuration = Configuration()
    configuration.host = url + "/api/assisted-install"
    client = ApiClient(configuration)
    installer = api.InstallerApi(api_client=client)
    manifests = api.ManifestsApi(api_client=client)
    events = api.EventsApi(api_client=client)

    if step == "create":
        pull_secret = json.dumps({"auths": {"quay.io": {"auth": base64.b64encode(b"user:pass").decode()}}})
        cluster = installer.v2_register_cluster(
            new_cluster_params=models.ClusterCreateParams(
                name="python",
                openshift_version="4.22",
                base_dns_domain="example.com",
                pull_secret=pull_secret,
                api_vips=[models.ApiVip(ip=args[0])],
                ingress_vips=[models.IngressVip(ip=args[1])],
            )
        )
        infra_env = installer.register_infra_env(
            infraenv_create_params=models.InfraEnvCreateParams(
                name="python_infra-env", cluster_id=cluster.id, pull_secret=pull_secret, openshift_version="4.22"
            )
        )
        manifests.v2_create_cluster_manifest(
            cluster_id=cluster.id,
            create_manifest_params=models.CreateManifestParams(
                file_name="note.yaml", content=base64.b64encode(b"kind: ConfigMap\n").decode()
            ),
        )
        print(json.dumps({"cluster": cluster.id, "infraEnv": infra_env.id, "image": infra_env.download_url}))
    elif step == "install":
        cluster_id, infra_env_id, count = args
        hosts = wait(
            "hosts to be known",
            lambda: [h for h in installer.v2_list_hosts(infra_env_id=infra_env_id) if h["status"] == "known"][: int(count)]
            if len([h for h in installer.v2_list_hosts(infra_env_id=infra_env_id) if h["status"] == "known"]) >= int(count)
            else None,
        )
        installer.v2_update_host(
            infra_env_id=infra_env_id,
            host_id=hosts[0]["id"],
            host_update_params=models.HostUpdateParams(host_name="renamed-by-python", host_role="master"),
        )
        wait("the cluster to be ready", lambda: installer.v2_get_cluster(cluster_id=cluster_id).status == "ready")
        installer.v2_install_cluster(cluster_id=cluster_id)
        cluster = wait(
            "the cluster to be installed",
            lambda: (lambda c: c if c.status == "installed" else None)(installer.v2_get_cluster(cluster_id=cluster_id)),
        )
        print(
            json.dumps(
                {
                    "status": cluster.status,
                    "hosts": sorted(h.requested_hostname for h in cluster.hosts),
                    "completed": cluster.install_completed_at.year,
                    "events": len(events.v2_list_events(cluster_id=cluster_id)),
                }
            )
        )
    elif step == "kubeconfig":
        response = installer.v2_download_cluster_credentials(
            cluster_id=args[0], file_name="kubeconfig", _preload_content=False
        )
        credentials = installer.v2_get_credentials(cluster_id=args[0])
        print(json.dumps({"kubeconfig": response.data.decode(), "username": credentials.username}))
    else:
        raise SystemExit(f"no step {step}")


main()
