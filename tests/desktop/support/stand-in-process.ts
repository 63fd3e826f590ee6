import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import type { ForkOptions } from 'electron'
import type { UtilityProcessPort } from '../../../electron/ports.ts'

const PARENT_PORT = path.join(import.meta.dirname, 'parent-port.ts')

/** A utility process without Electron: a Node process of its own, whose `process.parentPort` speaks over Node's channel. */
export class StandInUtilityProcess extends EventEmitter implements UtilityProcessPort {
  readonly child: ChildProcess
  /** What it said. */
  readonly heard: unknown[] = []

  constructor(modulePath: string, args: string[] = [], options: ForkOptions = {}) {
    super()
    this.child = fork(modulePath, args, {
      execArgv: ['--import', PARENT_PORT],
      env: { ...process.env, ...(options.env as NodeJS.ProcessEnv | undefined) },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.child.on('message', message => {
      this.heard.push(message)
      this.emit('message', message)
    })
    this.child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === null ? 0 : 9)))
  }

  postMessage(message: unknown): void {
    if (this.child.connected) this.child.send(message as object)
  }

  kill(): boolean {
    return this.child.kill('SIGTERM')
  }
}
