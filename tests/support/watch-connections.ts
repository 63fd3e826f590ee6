import { appendFileSync } from 'node:fs'
import { keepToLoopback } from './loopback-only.ts'

/**
 * Loaded with `node --import` into a process under test, and by NODE_OPTIONS into its children: writes every address that the process asks
 * a socket to reach, and every name that it looks up, to the file in RINGBACK_TEST_DIALLED, one a line. What leads off this machine is
 * refused there and then.
 */
const { RINGBACK_TEST_DIALLED: file = '' } = process.env
keepToLoopback(({ kind, to }) => appendFileSync(file, `${kind} ${to}\n`))
