#!/usr/bin/env bash
# Builds what the files in deploy/ are tested with and Debian does not have: Helm, Caddy (which newer ones have), and the published schemas of Kubernetes and of the
# kinds that other projects add to it (Gateway API, Prometheus Operator, CloudNativePG).
# Needs Go. About five minutes on two cores, once; the tests find the result, and skip what is not there.
set -euo pipefail
helm=v3.19.2
caddy=v2.10.2
kubernetes=v1.36.3
gateway_api=v1.6.3
prometheus_operator=v0.85.0
cloudnative_pg=v1.29.0
folder=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}
export GOBIN=$folder/bin

mkdir -p "$GOBIN" "$folder/kubernetes"
cd "$folder"
[ -x "$GOBIN/helm" ] || go install "helm.sh/helm/v3/cmd/helm@$helm"
command -v caddy >/dev/null || [ -x "$GOBIN/caddy" ] || go install "github.com/caddyserver/caddy/v2/cmd/caddy@$caddy"
# copy MODULE@VERSION FILE TARGET: a file of a published module
copy() {
  [ ! -f "$3" ] || return 0
  source=$(go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  install -D -m 644 "$source/$2" "$3"
}
copy "k8s.io/kubernetes@$kubernetes" api/openapi-spec/swagger.json kubernetes/swagger.json
copy "sigs.k8s.io/gateway-api@$gateway_api" config/crd/standard/gateway.networking.k8s.io_httproutes.yaml kubernetes/crds/httproutes.yaml
for kind in servicemonitors prometheusrules; do
  copy "github.com/prometheus-operator/prometheus-operator@$prometheus_operator" \
    "example/prometheus-operator-crd/monitoring.coreos.com_$kind.yaml" "kubernetes/crds/$kind.yaml"
done
copy "github.com/cloudnative-pg/cloudnative-pg@$cloudnative_pg" config/crd/bases/postgresql.cnpg.io_clusters.yaml kubernetes/crds/clusters.yaml
