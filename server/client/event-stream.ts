import type { StreamMessages, StreamTopic } from '../control/protocol.ts'
import type { WorldClient } from './world-client.ts'

/** One message of `GET …/stream`. `gap` says that messages are missing, `ready` that everything after it happens live. */
type StreamEvent =
  | { [Topic in StreamTopic]: { readonly topic: Topic; readonly data: StreamMessages[Topic] } }[StreamTopic]
  | { readonly topic: 'gap' | 'ready'; readonly data: unknown }

/** The events of a world, live. Ends when the signal aborts or the emulator stops. */
export async function* streamEvents(
  world: WorldClient,
  topics: readonly StreamTopic[],
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const response = await world.control.open(world.path(['stream']), { query: { topics: topics.join(',') }, signal })
  response.setEncoding('utf8')
  const read = eventReader()
  try {
    for await (const text of response)
      for (const { event, data } of read(text as string))
        if (event !== undefined) yield { topic: event, data: JSON.parse(data ?? 'null') } as StreamEvent
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    response.destroy()
  }
}

export interface ServerSentEvent {
  readonly event: string | undefined
  readonly id: string | undefined
  readonly data: string | undefined
}

/** Splits the text of a stream of Server-Sent Events into messages; a message may arrive in pieces. */
export function eventReader(): (text: string) => ServerSentEvent[] {
  let rest = ''
  return text => {
    const blocks = `${rest}${text}`.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const lines = block.split('\n').map(line => /^([a-z]+): ?(.*)$/.exec(line))
      const [event, id, data] = ['event', 'id', 'data'].map(name => {
        const values = lines.flatMap(line => (line?.[1] === name ? [line[2]] : []))
        return values.length === 0 ? undefined : values.join('\n')
      })
      return event === undefined && id === undefined && data === undefined ? [] : [{ event, id, data }]
    })
  }
}
