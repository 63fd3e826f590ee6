import { DESKTOP_SHELL } from './desktop-shell.ts'
import { HTTP } from './http.ts'
import { LOCAL_SERVER } from './local-server.ts'
import { STORE } from './store.ts'
import type { Threat } from './threat.ts'
import { TIME } from './time.ts'
import { WEBHOOK_SENDER } from './webhook-sender.ts'

export interface ThreatGroup {
  readonly title: string
  readonly threats: readonly Threat[]
}

/** Every threat and fault that the project holds itself to, with what proves its defence. */
export const THREAT_GROUPS: readonly ThreatGroup[] = [
  { title: 'A. The local server', threats: LOCAL_SERVER },
  { title: 'B. The desktop shell', threats: DESKTOP_SHELL },
  { title: 'C. The sender of webhooks', threats: WEBHOOK_SENDER },
  { title: 'D. The store and the life of the process', threats: STORE },
  { title: 'E. HTTP', threats: HTTP },
  { title: 'F and G. Limits, clock and repeatability', threats: TIME },
]
