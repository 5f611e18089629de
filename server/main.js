/* Plain JavaScript, so that an older Node.js says what it lacks instead of failing on the first TypeScript file. */
const needed = 24
const major = Number(process.versions.node.split('.')[0])

if (major < needed) {
  process.stderr.write(
    `Clutch needs Node.js ${needed} or newer, this is ${process.versions.node}. ` +
      'Run "npm run serve", which uses the Node.js that npm ci installs, or "node_modules/.bin/node server/main.js".\n',
  )
  process.exit(1)
}

await import('./main.ts')
