import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)
export const repository = path.join(import.meta.dirname, '../..')
