/**
 * Loaded before a part of the demo: sends heartbeats while its event loop runs, however long its start takes.
 */
const heartbeatMs = 5_000

const heartbeatTimer = setInterval(() => {
  if (process.connected) process.send?.({ alive: true })
  else clearInterval(heartbeatTimer)
}, heartbeatMs).unref()
