#!/usr/bin/env bash
# Builds what the files in deploy/ are tested with and Debian does not have: Helm, Caddy, and the published schemas of Kubernetes.
# Needs Go. About five minutes on two cores, once; the tests find the result, and skip what is not there.
set -euo pipefail
helm=v3.19.2
caddy=v2.10.2
kubernetes=v1.36.3
folder=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}
export GOBIN=$folder/bin

mkdir -p "$GOBIN" "$folder/kubernetes"
cd "$folder"
[ -x "$GOBIN/helm" ] || go install "helm.sh/helm/v3/cmd/helm@$helm"
[ -x "$GOBIN/caddy" ] || go install "github.com/caddyserver/caddy/v2/cmd/caddy@$caddy"
if [ ! -f kubernetes/swagger.json ]; then
  source=$(go mod download -json "k8s.io/kubernetes@$kubernetes" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  install -m 644 "$source/api/openapi-spec/swagger.json" kubernetes/swagger.json
fi
