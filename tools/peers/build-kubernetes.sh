#!/usr/bin/env bash
# Builds the real components of Kubernetes that the Kubernetes driver and the chart are proven against, from the published Go modules.
#
#   tools/peers/build-kubernetes.sh            # needs Go 1.26 or newer, 6 GB of disk; etcd comes from the distribution (etcd-server)
#
# The programs are kept outside the repository (CLUTCH_PEERS, ~/.cache/clutch-peers by default) and used by
# `npm run prove` where they are present. Measured once on two shared cores, at low priority: kube-apiserver 20 minutes with all that the
# others share, kube-scheduler 1, kube-controller-manager 4. A second run does nothing.
set -euo pipefail

version=1.36.3 # of k8s.io/kubernetes; the parts of its staging folder are published as modules with the number 0.36.3
parts=v0.36.3
programs='kube-apiserver kube-scheduler kube-controller-manager kubelet kube-proxy kubectl'
root=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}/kubernetes
bin=$root/bin

missing=''
for program in $programs; do [ -x "$bin/$program" ] || missing="$missing $program"; done
[ -n "$missing" ] || { echo "complete: $bin"; exit 0; }

mkdir -p "$bin" "$root/module"
cd "$root/module"
export GOFLAGS='-trimpath -mod=mod -buildvcs=false'
source=$(cd / && GOFLAGS='' go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[ -d "$source" ] || { echo "k8s.io/kubernetes@v$version cannot be downloaded" >&2; exit 1; }

# The module replaces its parts by folders that its archive does not hold: their published versions take their place.
{
  printf 'module kubernetes-peers\n\ngo 1.26.0\n\ngodebug default=go1.26\n\n'
  sed -n '/^require (/,/^)/p' "$source/go.mod" | sed "s/ v0\.0\.0\( \|$\)/ $parts\1/"
  printf '\nrequire k8s.io/kubernetes v%s\n' "$version"
} >go.mod
cp "$source/go.sum" go.sum
chmod u+w go.sum

stamp=k8s.io/component-base/version
flags="-s -w -X $stamp.gitVersion=v$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=36 -X $stamp.gitTreeState=clean"
flags="$flags -X $stamp.buildDate=1970-01-01T00:00:00Z"
for program in $missing; do
  SECONDS=0
  nice -n 10 go build -p 2 -ldflags "$flags" -o "$bin/$program" "k8s.io/kubernetes/cmd/$program"
  echo "$program: $SECONDS s"
done
