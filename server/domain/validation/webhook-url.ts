import { shown } from './problem.ts'

interface Rules {
  /** Assumption `webhooks.url_rules`. */
  maxLength: number
  /** Assumption `webhooks.http_on_loopback`. */
  httpOnLoopback: 'off' | 'on'
}

/**
 * Why an address cannot be the URL of a webhook, else `undefined`. The text itself is judged beside its parsed form, since the URL parser
 * mends more than a real service would (`https:host`, `https:///host`, line breaks).
 */
export function webhookUrlProblem(url: string, { maxLength, httpOnLoopback }: Rules): string | undefined {
  const length = [...url].length
  if (length > maxLength) return `Must have at most ${maxLength} characters; it has ${length}.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (/[\u0000-\u0020\u007f\\]/u.test(url)) {
    return 'Must not contain spaces, control characters or backslashes. Percent-encode them.'
  }
  const scheme = /^(https?):\/\/([^/?#]+)/.exec(url)
  const parsed = scheme && URL.canParse(url) ? new URL(url) : undefined
  if (!scheme || !parsed) return `Must be an absolute https URL, like https://crm.example.com/hooks; got ${shown(url)}.`
  if (scheme[2]?.includes('@')) return 'Must not contain a user name or password. Verify the signature instead.'
  if (url.includes('#')) return 'Must not have a fragment. Leave out # and what follows.'
  if (parsed.port === '0') return 'Must not have port 0. Name the port that the receiver listens on.'
  if (parsed.protocol === 'http:') return httpProblem(url, parsed, httpOnLoopback)
  return undefined
}

function httpProblem(url: string, parsed: URL, httpOnLoopback: Rules['httpOnLoopback']): string | undefined {
  const loopback = isLoopback(parsed.hostname)
  if (loopback && httpOnLoopback === 'on') return undefined
  const switchOn = loopback ? ', or switch on webhooks.http_on_loopback' : ''
  return `Must be https; got ${shown(url)}. Register an https address and map it with --forward${switchOn}.`
}

/** Whether the host of a URL is this machine, as far as its text says. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

/** Whether the concession `webhooks.http_on_loopback` decides about the address. */
export function isHttpOnLoopback(url: string): boolean {
  return url.startsWith('http://') && URL.canParse(url) && isLoopback(new URL(url).hostname)
}
