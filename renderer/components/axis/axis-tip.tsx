import classes from './axis.module.css'
import type { Box } from './layout.ts'
import type { TargetText } from './target-text.ts'

/** Beside what is pointed at; it takes no pointer itself, and the same is said to screen readers by the plane. */
export function AxisTip({ text, box, width }: { text: TargetText; box: Box; width: number }) {
  const middle = Math.min(Math.max((box.left + box.right) / 2, 0), width)
  const isRight = middle > width * 0.6
  const side = isRight ? { right: width - Math.max(box.left, 0) + 8 } : { left: Math.min(box.right, width) + 8 }
  return (
    <div className={classes.tip} aria-hidden style={{ ...side, top: Math.max(2, box.top - 6) }}>
      <span className="dim">{text.when}</span> <strong>{text.what}</strong>
      {text.more.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text keep their order
        <div key={index}>{line}</div>
      ))}
    </div>
  )
}
