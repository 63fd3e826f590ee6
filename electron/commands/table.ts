/**
 * Every action of the menu and the tray: one row each. The menu, the tray, the accelerators, the list of command lines and the channel
 * `desktop:run` derive from it. `cli` is what does the same in a terminal: a command of `ringback`, or another program's line with an address
 * in it. `{url}`, `{port}`, `{world}` and `{store}` stand for those of the moment.
 */
import type { AdvanceTarget } from '../../server/control/protocol/clock.ts'
import type { EnvironmentFormat } from '../../server/index.ts'

export type Group = 'file' | 'copy' | 'clock' | 'go' | 'world'

export interface CommandRow {
  group: Group
  en: string
  ja: string
  accelerator?: string
  cli: string
  /** Also in the tray. */
  tray?: true
  /** Draws a line above it. */
  divided?: true
}

const CLOCK = {
  freeze: {
    group: 'clock',
    en: 'Freeze',
    ja: '停止',
    accelerator: 'CmdOrCtrl+Shift+F',
    cli: 'clock freeze',
    tray: true,
  },
  run_live: { group: 'clock', en: 'Run live', ja: '実時間で進める', cli: 'clock live', tray: true },
  run_fast: { group: 'clock', en: 'Run × 60', ja: '60倍で進める', cli: 'clock pace 60', tray: true },
  advance_10_seconds: {
    group: 'clock',
    en: 'Advance 10 seconds',
    ja: '10秒進める',
    accelerator: 'CmdOrCtrl+Alt+1',
    cli: 'clock advance PT10S',
    tray: true,
    divided: true,
  },
  advance_1_minute: {
    group: 'clock',
    en: 'Advance 1 minute',
    ja: '1分進める',
    accelerator: 'CmdOrCtrl+Alt+2',
    cli: 'clock advance PT1M',
    tray: true,
  },
  advance_1_hour: {
    group: 'clock',
    en: 'Advance 1 hour',
    ja: '1時間進める',
    accelerator: 'CmdOrCtrl+Alt+3',
    cli: 'clock advance PT1H',
    tray: true,
  },
  next_burst: {
    group: 'clock',
    en: 'To the next burst window',
    ja: '次のバーストウィンドウまで',
    accelerator: 'CmdOrCtrl+Alt+4',
    cli: 'clock jump burst',
    tray: true,
    divided: true,
  },
  next_minute: {
    group: 'clock',
    en: 'To the next minute',
    ja: '次の分まで',
    accelerator: 'CmdOrCtrl+Alt+5',
    cli: 'clock jump minute',
    tray: true,
  },
  next_tokyo_midnight: {
    group: 'clock',
    en: 'To midnight in Tokyo',
    ja: '日本時間 0時まで',
    accelerator: 'CmdOrCtrl+Alt+6',
    cli: 'clock jump tokyo-midnight',
    tray: true,
  },
  next_job: {
    group: 'clock',
    en: 'To the next job',
    ja: '次の予定まで',
    accelerator: 'CmdOrCtrl+Alt+7',
    cli: 'clock jump job',
    tray: true,
  },
} as const satisfies Record<string, CommandRow>

const GO = {
  go_live: { group: 'go', en: 'Live', ja: 'ライブ', accelerator: 'CmdOrCtrl+1', cli: 'logs --follow' },
  go_requests: { group: 'go', en: 'Requests', ja: 'リクエスト', accelerator: 'CmdOrCtrl+2', cli: 'logs' },
  go_limits: { group: 'go', en: 'Limits', ja: '利用制限', accelerator: 'CmdOrCtrl+3', cli: 'limits' },
  go_calls: { group: 'go', en: 'Calls', ja: '通話', accelerator: 'CmdOrCtrl+4', cli: 'call list' },
  go_webhooks: { group: 'go', en: 'Webhooks', ja: 'Webhook', accelerator: 'CmdOrCtrl+5', cli: 'deliveries' },
  go_inbox: { group: 'go', en: 'Inbox', ja: '受信箱', accelerator: 'CmdOrCtrl+6', cli: 'inbox list' },
  go_client: { group: 'go', en: 'Client', ja: 'クライアント', accelerator: 'CmdOrCtrl+7', cli: 'verdicts' },
  go_faults: { group: 'go', en: 'Faults', ja: '障害注入', accelerator: 'CmdOrCtrl+8', cli: 'fault list' },
  go_data: { group: 'go', en: 'Data', ja: 'データ', accelerator: 'CmdOrCtrl+9', cli: 'world show' },
  go_tenants: { group: 'go', en: 'Tenants and keys', ja: 'テナントとキー', cli: 'tenant list' },
  go_snapshots: { group: 'go', en: 'Snapshots', ja: 'スナップショット', cli: 'snapshot list' },
  go_signature: {
    group: 'go',
    en: 'Signature lab',
    ja: '署名ラボ',
    cli: 'verify <body file> --secret <secret> --header <value>',
  },
  go_assumptions: { group: 'go', en: 'Assumptions', ja: '前提', cli: 'assumptions' },
  go_coverage: { group: 'go', en: 'Coverage', ja: '網羅率', cli: 'coverage' },
  go_reference: { group: 'go', en: 'Reference', ja: 'リファレンス', cli: 'openapi' },
} as const satisfies Record<string, CommandRow>

const FILE = {
  open_capsule: {
    group: 'file',
    en: 'Open a capsule…',
    ja: 'カプセルを開く…',
    accelerator: 'CmdOrCtrl+O',
    cli: 'curl -s -H content-type:application/octet-stream --data-binary @<capsule> {url}/control/capsules',
  },
  save_snapshot: {
    group: 'file',
    en: 'Save a snapshot',
    ja: 'スナップショットを保存',
    accelerator: 'CmdOrCtrl+S',
    cli: 'snapshot save <name>',
  },
  show_data: {
    group: 'file',
    en: 'Show the data folder',
    ja: 'データフォルダを表示',
    cli: 'start --store {store}',
    divided: true,
  },
  restart_emulator: {
    group: 'file',
    en: 'Restart the emulator',
    ja: 'エミュレーターを再起動',
    accelerator: 'CmdOrCtrl+Shift+R',
    cli: 'start --port {port} --store {store}',
  },
  copy_address: {
    group: 'copy',
    en: 'Copy the base address',
    ja: 'ベースアドレスをコピー',
    accelerator: 'CmdOrCtrl+Shift+U',
    cli: 'ready --json',
    tray: true,
  },
  copy_dashboard: {
    group: 'copy',
    en: 'Copy the dashboard address',
    ja: 'ダッシュボードのアドレスをコピー',
    cli: 'ready --json',
  },
  copy_environment: {
    group: 'copy',
    en: 'Copy environment for my tests',
    ja: 'テスト用の環境変数をコピー',
    accelerator: 'CmdOrCtrl+Shift+E',
    cli: 'exec -- env',
    tray: true,
  },
  copy_environment_powershell: {
    group: 'copy',
    en: 'Copy environment for PowerShell',
    ja: '環境変数をコピー（PowerShell）',
    cli: 'exec -- env',
  },
  copy_environment_dotenv: {
    group: 'copy',
    en: 'Copy environment as .env',
    ja: '環境変数をコピー（.env）',
    cli: 'exec -- env',
  },
  copy_command: {
    group: 'copy',
    en: 'Copy CLI command',
    ja: 'CLI コマンドをコピー',
    accelerator: 'CmdOrCtrl+Shift+C',
    cli: 'start --port {port} --store {store}',
  },
  reset_world: { group: 'world', en: 'Reset this world…', ja: 'このワールドをリセット…', cli: 'reset' },
} as const satisfies Record<string, CommandRow>

const ROWS = { ...FILE, ...CLOCK, ...GO }

export type CommandId = keyof typeof ROWS
export const COMMANDS: Readonly<Record<CommandId, CommandRow>> = ROWS
export const COMMAND_IDS = Object.keys(ROWS) as CommandId[]

export function commandsOf(group: Group): CommandId[] {
  return COMMAND_IDS.filter(id => COMMANDS[id].group === group)
}

/** What a clock command sends. */
export type ClockCommandId = keyof typeof CLOCK
export const CLOCK_MOVES = {
  freeze: { pace: 'frozen' },
  run_live: { pace: 'live' },
  run_fast: { pace: 60 },
  advance_10_seconds: { by: 'PT10S' },
  advance_1_minute: { by: 'PT1M' },
  advance_1_hour: { by: 'PT1H' },
  next_burst: { to: 'next-burst' },
  next_minute: { to: 'next-minute' },
  next_tokyo_midnight: { to: 'next-tokyo-midnight' },
  next_job: { to: 'next-job' },
} as const satisfies Record<
  ClockCommandId,
  { pace: 'frozen' | 'live' | number } | { by: string } | { to: AdvanceTarget }
>

export type GoCommandId = keyof typeof GO
/** The screen of the dashboard that a command shows: the first segment of its address. */
export function screenOf(id: GoCommandId): string {
  return id.slice('go_'.length)
}
export const isGoCommand = (id: CommandId): id is GoCommandId => id in GO
export const isClockCommand = (id: CommandId): id is ClockCommandId => id in CLOCK

export const ENVIRONMENT_COMMANDS = {
  copy_environment: 'sh',
  copy_environment_powershell: 'powershell',
  copy_environment_dotenv: 'dotenv',
} as const satisfies Partial<Record<CommandId, EnvironmentFormat>>
