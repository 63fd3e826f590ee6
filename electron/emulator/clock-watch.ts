import http from 'node:http'
import type { ClockView } from '../../server/control/protocol.ts'
import { worldPath } from './control.ts'

/**
 * Follows the clock of a world over the control API's event stream: calls back with the clock of now, then with each change. Ends when the
 * connection ends (the emulator stopped) or the returned function is called.
 *
 * @param url - where the emulator listens, `http://127.0.0.1:4010`
 */
export function watchClock({
  url,
  world,
  onClock,
}: {
  url: string
  world: string
  onClock: (clock: ClockView) => void
}): () => void {
  const stream = http.get(new URL(`${worldPath(world, 'stream')}?topics=clock`, url), answer => {
    if (answer.statusCode !== 200) {
      answer.resume()
      return
    }
    const read = eventReader(({ event, data }) => {
      const clock = event === 'clock' ? readClock(data) : undefined
      if (clock !== undefined) onClock(clock)
    })
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => read(text))
    answer.on('error', () => undefined)
  })
  stream.on('error', () => undefined)
  return () => {
    stream.destroy()
  }
}

/** Cuts a stream of Server-Sent Events into its messages; a message may arrive in pieces. */
export function eventReader(onEvent: (event: { event: string; data: string }) => void): (text: string) => void {
  let rest = ''
  return text => {
    const blocks = `${rest}${text}`.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map(line => /^([a-z]+): ?(.*)$/.exec(line))
      const data = fields.flatMap(field => (field?.[1] === 'data' ? [field[2]!] : []))
      if (data.length > 0) {
        onEvent({ event: fields.find(field => field?.[1] === 'event')?.[2] ?? 'message', data: data.join('\n') })
      }
    }
  }
}

function readClock(data: string): ClockView | undefined {
  try {
    const clock = JSON.parse(data) as ClockView
    return typeof clock.tokyo === 'string' ? clock : undefined
  } catch {
    return undefined
  }
}
