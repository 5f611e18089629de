#!/usr/bin/env bash
# Builds what a node of Kubernetes has beside the programs of build-kubernetes.sh: containerd, a network that enforces policies (kube-router),
# the image that a pod's namespaces are held by, and a base for the images of deploy/, which no registry has to be reached for.
#
#   tools/peers/build-node.sh            # as root; needs Go 1.26 or newer, npm, and of the distribution: debootstrap
#
# `npm run prove` uses them as root, with these of the distribution: containernetworking-plugins ipset iproute2 iptables podman runc
# The programs are kept outside the repository (CLUTCH_PEERS, ~/.cache/clutch-peers by default). A second run does nothing.
set -euo pipefail

containerd=github.com/containerd/containerd/v2
containerd_version=v2.3.7
router=github.com/cloudnativelabs/kube-router/v2
router_version=v2.1.0
release=bookworm # of node:24-slim
here=$(cd "$(dirname "$0")/../.." && pwd)
root=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}/node
bin=$root/bin
mkdir -p "$bin"

install_module() { # path version
  local program=${1##*/}
  [ -x "$bin/$program" ] && return
  SECONDS=0
  CGO_ENABLED=0 GOBIN=$bin nice -n 10 go install -p 2 -trimpath -ldflags '-s -w' -tags 'no_btrfs no_zfs no_devmapper' "$1@$2"
  echo "$program: $SECONDS s"
}
for program in containerd containerd-shim-runc-v2 ctr; do install_module "$containerd/cmd/$program" "$containerd_version"; done
install_module "$router/cmd/kube-router" "$router_version"

if [ ! -x "$bin/pause" ]; then
  folder=$(mktemp -d)
  printf 'package main\n\nimport (\n\t"os"\n\t"os/signal"\n\t"syscall"\n)\n\nfunc main() {\n\tend := make(chan os.Signal, 1)\n' >"$folder/pause.go"
  printf '\tsignal.Notify(end, syscall.SIGTERM, syscall.SIGINT)\n\t<-end\n}\n' >>"$folder/pause.go"
  CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$bin/pause" "$folder/pause.go"
  rm -r "$folder"
fi

# As node:24-slim: Debian with Node.js, npm and the user `node`.
if [ ! -f "$root/base.tar" ]; then
  SECONDS=0
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  debootstrap --variant=minbase "$release" "$folder" >/dev/null
  rm -rf "$folder"/var/cache/apt/* "$folder"/var/lib/apt/lists/* "$folder"/usr/share/{doc,man,locale}
  chroot "$folder" useradd --uid 1000 --user-group --create-home --shell /bin/bash node
  cp "$here/node_modules/node/bin/node" "$folder/usr/local/bin/node"
  mkdir -p "$folder/usr/local/lib/node_modules"
  cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$folder/usr/local/lib/node_modules/npm"
  for program in npm npx; do ln -s "../lib/node_modules/npm/bin/$program-cli.js" "$folder/usr/local/bin/$program"; done
  tar --directory "$folder" --exclude './dev/*' --create --file "$root/base.tar.new" .
  mv "$root/base.tar.new" "$root/base.tar"
  echo "base.tar: $SECONDS s"
fi
echo "complete: $root"
