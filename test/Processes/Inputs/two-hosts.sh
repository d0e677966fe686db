#!/bin/sh
# usage: two-hosts.sh [OPTION OF MPIRUN]... COMMAND...
# Runs a command by processes of Open MPI on two hosts joined by a cable: network
# namespaces with hostnames of their own. Needs an administrator. Variables:
# PROCESSES  the number of processes on each host (1)
# RATE       limits what goes through the cable each way, such as 20mbit
set -e
name=dtensor-$$
clean() {
  for host in a b; do ip netns del "$name-$host" 2>/dev/null || true; done
  rm -rf "$folder"
}
folder=$(mktemp -d)
trap clean EXIT
trap 'exit 1' HUP INT TERM
for host in a b; do ip netns add "$name-$host"; done
ip link add cable netns "$name-a" type veth peer name cable netns "$name-b"
number=1
processes=${PROCESSES:-1}
for host in a b; do
  on="ip netns exec $name-$host"
  $on ip addr add "10.213.8.$number/24" dev cable
  $on ip link set lo up
  $on ip link set cable up
  [ -z "$RATE" ] || $on tc qdisc add dev cable root tbf rate "$RATE" burst 32kbit latency 400ms
  number=$((number + 1))
done
# What mpirun calls in the place of ssh: HOST COMMAND.
cat > "$folder/agent" <<EOF
#!/bin/sh
host=\$1; shift
case \$host in 10.213.8.1) host=a ;; *) host=b ;; esac
exec ip netns exec $name-\$host unshare -u sh -c "hostname $name-\$host; \$*"
EOF
chmod +x "$folder/agent"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ip netns exec "$name-a" unshare -u sh -c 'hostname "$0" && exec "$@"' "$name-a" \
  mpirun.openmpi --mca plm_rsh_agent "$folder/agent" --mca plm_rsh_no_tree_spawn 1 \
  --mca oob_tcp_if_include cable --mca btl tcp,self --mca btl_tcp_if_include cable \
  --oversubscribe --bind-to none --host "10.213.8.1:$processes,10.213.8.2:$processes" \
  -np $((2 * processes)) "$@"
