/** What the shell itself says, in the two languages of the dashboard. Labels of commands stand in their table. */
const EN = {
  file: 'File',
  edit: 'Edit',
  clock: 'Clock',
  go: 'Go',
  view: 'View',
  window: 'Window',
  help: 'Help',
  command_line: 'In a terminal',
  recent_capsules: 'Recent capsules',
  no_recent_capsules: 'None yet',
  clear_recent: 'Clear',
  keep_running: 'Keep running when the window is closed',
  show_window: 'Show Ringback',
  quit: 'Quit',
  ok: 'OK',
  cancel: 'Cancel',
  reset: 'Reset',
  try_again: 'Try again',
  use_memory: 'Start without saving',
  move_aside: 'Move the data aside and start fresh',
  restarted: 'The emulator stopped unexpectedly and was started again. What it had answered is kept.',
  failed: 'The emulator could not start',
  reset_question: 'Reset the world “{world}”? Its calls, customers, journal and counters go back to a fresh start.',
  page_crashed: 'The window stopped working several times in a row. The emulator goes on answering at {url}.',
  command_failed: 'That did not work',
  capsule_failed: 'The capsule could not be opened',
  capsules: 'Ringback capsules',
  status_starting: 'starting',
  status_failed: 'not running',
  status_frozen: 'stands at {time} in Tokyo',
  status_live: 'runs live',
  status_fast: 'runs × {factor}',
}

export type StringKey = keyof typeof EN
export type Strings = Readonly<Record<StringKey, string>>

const JA: Strings = {
  file: 'ファイル',
  edit: '編集',
  clock: '時計',
  go: '移動',
  view: '表示',
  window: 'ウィンドウ',
  help: 'ヘルプ',
  command_line: 'ターミナルで行う',
  recent_capsules: '最近使ったカプセル',
  no_recent_capsules: 'まだありません',
  clear_recent: '消去',
  keep_running: 'ウィンドウを閉じても動かし続ける',
  show_window: 'Ringback を表示',
  quit: '終了',
  ok: 'OK',
  cancel: 'キャンセル',
  reset: 'リセット',
  try_again: 'もう一度試す',
  use_memory: '保存せずに開始',
  move_aside: 'データを退避して新しく開始',
  restarted: 'エミュレーターが予期せず停止したため、再起動しました。応答済みの内容は失われていません。',
  failed: 'エミュレーターを起動できませんでした',
  reset_question: 'ワールド「{world}」をリセットしますか？通話、顧客、記録、カウンターが初期状態に戻ります。',
  page_crashed: 'ウィンドウが続けて停止しました。エミュレーターは {url} で応答を続けています。',
  command_failed: '実行できませんでした',
  capsule_failed: 'カプセルを開けませんでした',
  capsules: 'Ringback カプセル',
  status_starting: '起動中',
  status_failed: '停止中',
  status_frozen: '日本時間 {time} で停止中',
  status_live: '実時間で進行中',
  status_fast: '{factor}倍で進行中',
}

const LANGUAGES = { en: EN, ja: JA } satisfies Record<string, Strings>
export type Language = keyof typeof LANGUAGES

/** Japanese for a Japanese system, else English. */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().split('-')[0] === 'ja' ? 'ja' : 'en'
}

export function stringsOf(language: Language): Strings {
  return LANGUAGES[language]
}

/** Puts values where `{name}` stands. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
