#!/usr/bin/env bash
# Builds what the Helm chart is tested with and Debian does not have: Helm and the published schemas of Kubernetes and of the kinds that other projects add
# to it (Gateway API, Prometheus Operator, CloudNativePG).
#
#   tools/peers/build-deploy-tools.sh            # needs Go 1.26 or newer; the tests find the result
#   tools/peers/build-deploy-tools.sh download   # only loads what the former builds from
set -euo pipefail
helm=v4.3.1
kubernetes=v1.36.3
gateway_api=v1.6.3
prometheus_operator=v0.85.0
cloudnative_pg=v1.29.0
folder=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}
bin=$folder/bin

mkdir -p "$bin" "$folder/kubernetes/crds"
cd "$folder"

# source MODULE@VERSION: where the files of a published module are
source_of() { go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p'; }
# copy MODULE@VERSION FILE TARGET: a file of a published module
copy() { [ -f "$3" ] || install -m 644 "$(source_of "$1")/$2" "$3"; }

copy "k8s.io/kubernetes@$kubernetes" api/openapi-spec/swagger.json kubernetes/swagger.json
copy "sigs.k8s.io/gateway-api@$gateway_api" config/crd/standard/gateway.networking.k8s.io_httproutes.yaml kubernetes/crds/httproutes.yaml
for kind in servicemonitors prometheusrules; do
  copy "github.com/prometheus-operator/prometheus-operator@$prometheus_operator" \
    "example/prometheus-operator-crd/monitoring.coreos.com_$kind.yaml" "kubernetes/crds/$kind.yaml"
done
copy "github.com/cloudnative-pg/cloudnative-pg@$cloudnative_pg" config/crd/bases/postgresql.cnpg.io_clusters.yaml kubernetes/crds/clusters.yaml

case "$("$bin/helm" version --short 2>/dev/null || true)" in "$helm"*) exit 0 ;; esac
cd "$(source_of "helm.sh/helm/v4@$helm")"
go mod download
[ "${1:-}" != download ] || exit 0
stamp=helm.sh/helm/v4/internal/version
CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X $stamp.version=$helm" -o "$bin/helm" ./cmd/helm
