/**
 * Lets the reader of our output go away before we are done, as in `ringback openapi | head -1`. That ends a command, and is not its fault.
 * A command that cleans up when it is told to stop still does so; what it writes for the reader is lost.
 */
export function bearClosedPipes(): void {
  process.stdout.on('error', error => {
    if (!isClosedPipe(error)) throw error
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM')
    else process.exit()
  })
  process.stderr.on('error', error => {
    if (!isClosedPipe(error)) throw error
  })
}

const isClosedPipe = (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED'
