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
