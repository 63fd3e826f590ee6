#!/usr/bin/env node
/**
 * First file of the command line. It imports nothing, because an older Node ends in a segmentation fault when it loads better-sqlite3, and
 * must be stopped before (robustness D9). Everything else follows in a file that is loaded afterwards.
 */
export {}

/** The Node-API version that better-sqlite3 is built for; Node 22.14 is the first to have it. */
const NODE_API = 10

if (Number(process.versions.napi ?? 0) < NODE_API) {
  process.stderr.write(
    `ringback needs Node 22.14 or newer (this is ${process.version}). Install Node 24 from https://nodejs.org, or run "npx -p node@24 -p ringback ringback".\n`,
  )
  process.exitCode = 2
} else {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { run } = await import('./program.ts')
  process.exitCode = await run(process.argv.slice(2))
}
