#!/usr/bin/env bash
# A node of a real cluster for tests: containerd, a kubelet, kube-proxy and kube-router, as root in namespaces of their own.
#
#   unshare --mount --net --pid --uts --fork --kill-child tools/peers/run-node.sh FOLDER NAME ADDRESS GATEWAY PODS CGROUP
#
# FOLDER holds kubeconfig, network.kubeconfig, kubelet.yaml, labels, images/*.tar and what the node writes (disk/, logs/); PODS is the range of its pods. It waits for `eth0`
# in its network. All processes, mounts, interfaces and firewall rules end with it; the folders of its control groups remain (CGROUP).
set -euo pipefail

folder=$1 name=$2 address=$3 gateway=$4 pods=$5 cgroup=$6
peers=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}
node=$peers/node/bin kubernetes=$peers/kubernetes/bin
disk=$folder/disk
services=10.96.0.0/16

# The machine's files below, the node's own above: nothing is written outside FOLDER.
prepare_root() {
  mkdir -p "$folder/root" "$folder/logs"
  mount -t tmpfs tmpfs "$folder/root"
  mkdir "$folder/root/upper" "$folder/root/work" "$folder/root/merged"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/root/upper,workdir=$folder/root/work" "$folder/root/merged"
  local root=$folder/root/merged path
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/run"
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
  for path in "$peers" "$(cd "$(dirname "$0")" && pwd)"; do
    mkdir -p "$root$path"
    mount --bind "$path" "$root$path"
  done
  for path in /etc/cni /opt /var/lib/clutch /var/lib/cni /var/lib/containerd /var/lib/kubelet /var/log/containers /var/log/pods; do
    mkdir -p "$disk$path" "$root$path"
    mount --bind "$disk$path" "$root$path"
  done
  # An installation of the game asks for 75 GB, of which the simulated one needs nothing.
  mount -t tmpfs -o size=200g,mode=755 tmpfs "$root/srv"
  # The kubelet sets these for the whole machine; it gets files in their place.
  for path in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    cat "/proc/sys/$path" >"$folder/${path//\//-}"
    mount --bind "$folder/${path//\//-}" "$root/proc/sys/$path"
  done
  cd "$root"
  mkdir -p .old
  pivot_root . .old
  umount --lazy /.old
  mount --make-rshared /
  # No registry is asked: a name is refused at once.
  rm -f /etc/resolv.conf
  echo 'nameserver 127.0.0.1' >/etc/resolv.conf
}

prepare_network() {
  hostname "$name"
  ip link set lo up
  until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
  ip link set eth0 up
  ip address add "$address/24" dev eth0
  ip route add default via "$gateway"
  sysctl --quiet net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0
  mkdir -p /etc/cni/net.d
  cat >/etc/cni/net.d/10-node.conflist <<END
{
  "cniVersion": "1.0.0", "name": "node",
  "plugins": [
    { "type": "ptp", "ipam": { "type": "host-local", "ranges": [[{ "subnet": "$pods" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
    { "type": "portmap", "capabilities": { "portMappings": true } }
  ]
}
END
}

prepare_cgroup() {
  local controller
  for controller in /sys/fs/cgroup/*/; do
    mkdir -p "$controller$cgroup"
    [ -f "${controller}cpuset.cpus" ] || continue
    cat "${controller}cpuset.cpus" >"$controller$cgroup/cpuset.cpus"
    cat "${controller}cpuset.mems" >"$controller$cgroup/cpuset.mems"
  done
}

start_runtime() {
  cat >/run/containerd.toml <<END
version = 3
[plugins.'io.containerd.cri.v1.images']
  snapshotter = 'overlayfs'
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = 'clutch.test/pause:1'
[plugins.'io.containerd.cri.v1.runtime']
  restrict_oom_score_adj = true
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = ['/usr/lib/cni']
    conf_dir = '/etc/cni/net.d'
END
  "$node/containerd" --config /run/containerd.toml &>"$folder/logs/containerd.log" &
  until "$node/ctr" version &>/dev/null; do sleep 0.1; done
  local image
  for image in "$folder"/images/*.tar; do
    "$node/ctr" --namespace k8s.io images import "$image" &>>"$folder/logs/images.log"
  done
}

start() { "$@" &>"$folder/logs/$(basename "$1").log" & }

export PATH=$node:/usr/sbin:/usr/bin:/sbin:/bin
prepare_root
prepare_network
prepare_cgroup
start_runtime
start "$kubernetes/kubelet" --config "$folder/kubelet.yaml" --kubeconfig "$folder/kubeconfig" --hostname-override "$name" \
  --node-ip "$address" --node-labels "$(cat "$folder/labels")"
start "$kubernetes/kube-proxy" --kubeconfig "$folder/network.kubeconfig" --hostname-override "$name" --proxy-mode iptables \
  --cluster-cidr 10.244.0.0/16 --conntrack-max-per-core 0 --conntrack-min 0 --conntrack-tcp-timeout-established 0 \
  --conntrack-tcp-timeout-close-wait 0 --oom-score-adj 0
# It gives up where the kubelet has not registered the node yet.
again() { until "$@" &>>"$folder/logs/$(basename "$1").log"; do sleep 1; done & }
again "$node/kube-router" --kubeconfig "$folder/network.kubeconfig" --hostname-override "$name" --run-router=false --run-service-proxy=false \
  --run-loadbalancer=false --run-firewall=true --service-cluster-ip-range "$services" --iptables-sync-period 10s
wait
