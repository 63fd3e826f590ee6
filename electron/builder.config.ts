import type { Configuration } from 'electron-builder'

/** `release` is what users get; `test` leaves the inspector on, without which Playwright cannot drive a packaged app. */
export type Flavour = 'release' | 'test'

/** The fuses of the packaged binary: switches inside Electron itself that no argument or variable turns back on. */
export function fusesOf(flavour: Flavour): NonNullable<Configuration['electronFuses']> {
  return {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: flavour === 'test',
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // There is no snapshot of our own, so the browser process uses the common one.
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  }
}

interface PackagingOptions {
  flavour: Flavour
  /** Folder of an unpacked Electron, for machines that cannot download one. */
  electronDist: string | undefined
}

/** AppImage and deb, dmg, nsis. Nothing is rebuilt: better-sqlite3 brings one Node-API binary per platform. */
export function builderConfig({ flavour, electronDist }: PackagingOptions): Configuration {
  return {
    appId: 'dev.ringback.desktop',
    productName: 'Ringback',
    copyright: 'MIT licence',
    // Only the addon, which the system has to load from a file of its own, stands outside of the archive whose integrity is checked.
    asar: { smartUnpack: false },
    asarUnpack: ['node_modules/better-sqlite3/prebuilds/**'],
    npmRebuild: false,
    nodeGypRebuild: false,
    // No update check and no telemetry: the app dials nowhere.
    publish: null,
    electronDist: electronDist ?? null,
    electronFuses: fusesOf(flavour),
    // The name `main` of package.json belongs to the npm package.
    extraMetadata: { main: 'dist/desktop/main/main.js', homepage: 'https://ringback.test' },
    directories: { output: flavour === 'test' ? 'release/test' : 'release', buildResources: 'electron/icons' },
    files: [
      'dist/desktop/**',
      'package.json',
      '!node_modules/better-sqlite3/{src,deps,binding.gyp}{,/**}',
      '!node_modules/better-sqlite3/prebuilds/**',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in for each target.
      'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
      '!node_modules/node-addon-api{,/**}',
    ],
    fileAssociations: [
      { ext: 'ringback-capsule', name: 'Ringback capsule', mimeType: 'application/x-ringback-capsule', role: 'Viewer' },
    ],
    protocols: [{ name: 'Ringback link', schemes: ['ringback'] }],
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Development',
      icon: 'electron/icons/icon.png',
      maintainer: 'Ringback contributors <maintainers@ringback.test>',
      synopsis: 'Local emulator of an outbound-calling Open API',
    },
    mac: { target: ['dmg'], category: 'public.app-category.developer-tools', icon: 'electron/icons/icon.png' },
    win: { target: ['nsis'], icon: 'electron/icons/icon.png' },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  }
}

export default builderConfig({
  flavour: process.env.RINGBACK_FLAVOUR === 'test' ? 'test' : 'release',
  electronDist: process.env.ELECTRON_OVERRIDE_DIST_PATH || undefined,
})
