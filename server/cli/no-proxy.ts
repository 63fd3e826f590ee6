const PROXIES = /^(?:https?|all)_proxy$/i
/** Where an emulator of `exec` answers. */
const OWN = ['127.0.0.1', 'localhost', '::1']

/**
 * When the environment names a proxy, many clients send everything there, and a proxy does not reach an emulator on this machine. Both
 * spellings are set, because some programs read the one and some the other.
 */
export function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!Object.keys(env).some(name => PROXIES.test(name) && env[name])) return {}
  const listed = env.NO_PROXY || env.no_proxy || ''
  if (listed.trim() === '*') return {}
  const hosts = listed.split(',').map(host => host.trim())
  const value = [...new Set([...hosts.filter(Boolean), ...OWN])].join(',')
  return { NO_PROXY: value, no_proxy: value }
}
