import { search } from './search.ts'

/** The other side of the test of memory: lists of commands in a process of its own, and what it then has resident. `kept` bytes stay. */
const { seed, runs, kept } = JSON.parse(process.argv[2] ?? '{}')
const keeping = Buffer.alloc(kept, 1)
await search({ seed, runs })
process.stdout.write(JSON.stringify({ resident: process.memoryUsage.rss(), kept: keeping.length }))
