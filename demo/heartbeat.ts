/** Loaded before a part of the demo: tells the demo that its event loop turns, however long its start takes. */
const everyMs = 5_000

const beat = setInterval(() => {
  if (process.connected) process.send?.({ alive: true })
  else clearInterval(beat)
}, everyMs).unref()
