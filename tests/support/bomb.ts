import { gzipSync } from 'node:zlib'

const MEGABYTE = gzipSync(Buffer.alloc(1_024 ** 2), { level: 9 })

/** Gzip that unfolds to so many megabytes of zeros: members one after another are one file. */
export const bombOf = (megabytes: number): Buffer => Buffer.concat(Array<Buffer>(megabytes).fill(MEGABYTE))
