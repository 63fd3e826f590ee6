import type { AnchorHTMLAttributes } from 'react'
import { download, mustFetchFiles } from '../data/download.ts'
import { notifyFailed } from './notify.tsx'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** The name of the file. */
  download: string
}

/** A link that keeps a file of the control API: `<Button component={FileLink} href download>`. */
export function FileLink({ href, download: name, ...others }: Props) {
  return (
    <a
      {...others}
      href={href}
      download={name}
      onClick={event => {
        if (!mustFetchFiles()) return
        event.preventDefault()
        download(href, name).catch(notifyFailed)
      }}
    />
  )
}
