import { Emulator } from '../../server/emulator.ts'
import { withoutTransactions } from './without-transactions.ts'

/**
 * The other side of `killed-process.ts`: an emulator on a folder, with one thing about its transactions taken away, that says where it
 * listens. `commit`: everything is written in a transaction that nobody commits. `transaction`: every statement commits by itself.
 */
const { store, off, dieBeforeSending } = JSON.parse(process.argv[2] ?? '{}')
const emulator = await Emulator.start({
  port: 0,
  dashboard: false,
  fixture: 'empty',
  store,
  clock: Date.UTC(2026, 2, 10, 3),
})
const { runtime } = emulator.defaultWorld
if (off !== undefined) withoutTransactions(runtime.store)
if (off === 'commit') runtime.store.db.exec('BEGIN IMMEDIATE')
if (dieBeforeSending) {
  const schedule = runtime.kernel.schedule.bind(runtime.kernel)
  runtime.kernel.schedule = job =>
    job.kind === 'webhook.attempt' ? process.kill(process.pid, 'SIGKILL') : schedule(job)
}
process.send?.(emulator.url)
