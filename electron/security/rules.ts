/**
 * The security rules of the desktop shell, one name each, so that a test can switch a single rule off and show that an attack then gets
 * through. The app itself always runs with `ALL_RULES`: no flag, variable or file reaches this table.
 */
export const RULES = {
  sandbox: 'Every renderer runs in the sandbox of the operating system.',
  context_isolation: 'The page and the preload script never share JavaScript objects.',
  no_node_integration: 'A page has no Node.js: no require, no process, also not in frames and workers.',
  web_security: 'The same-origin policy is on and mixed content is refused.',
  no_webviews: 'No page can embed a webview.',
  permission_requests: 'Every permission that a page asks for is denied, but writing text to the clipboard.',
  permission_checks: 'Every permission that a page has checked is denied, but writing text to the clipboard.',
  device_permissions: 'No page gets a USB, HID, serial or Bluetooth device, or the screen.',
  navigation: 'A window never leaves the origin of the app.',
  redirects: 'No redirect leads a window out of the origin of the app.',
  frame_navigation: 'No frame leaves the origin of the app.',
  new_windows: 'No page opens a window.',
  external_links: 'Only https links to listed hosts are handed to the browser of the system.',
  app_paths: 'A path of the app scheme names a file of the built dashboard, never one above it.',
  symlinks: 'A symbolic link among the built files is not followed.',
  content_security_policy: 'Every document of the app scheme carries the content security policy.',
  proxy_origin: 'Only the page of the app reaches the emulator through the app scheme.',
  ipc_sender: 'A message counts only when it comes from the main frame of a window of ours, at the origin of the app.',
  ipc_arguments: 'The arguments of a message match the schema of its channel.',
  bridge_functions: 'The bridge gives the page functions and nothing else.',
  no_background_download: 'The spell checker is off, since it fetches dictionaries from the network.',
  links_only_navigate: 'A ringback:// link shows a screen; it changes nothing and opens no file.',
  capsule_files: 'Only a regular file of a bounded size with the extension of a capsule is read.',
  message_schema: 'Messages between the app and the emulator process match their schema.',
} as const

export type RuleName = keyof typeof RULES
export type Rules = Readonly<Record<RuleName, boolean>>

export const RULE_NAMES = Object.keys(RULES) as RuleName[]

export const ALL_RULES: Rules = Object.freeze(
  Object.fromEntries(RULE_NAMES.map(name => [name, true])) as Record<RuleName, boolean>,
)

/** For tests: all rules but one. */
export function allRulesBut(name: RuleName): Rules {
  return { ...ALL_RULES, [name]: false }
}
