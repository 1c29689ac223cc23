import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore'

/** What these say is seen by an eye and not by a test of screens: there is no layout, and there are no styles. */
const layout = new Set(
  (
    'align autosize bd bg c className classNames color fw fz gap grow h height justify lh look m mah maw mb mih miw ml ' +
    'mr mt mx my opacity p pb pl position pr pt px py radius shadow size spacing stroke style styles ta tone ' +
    'transitionProps tt variant verticalSpacing w width withBorder wrap zIndex'
  ).split(' '),
)

interface Attribute {
  node: { type: string; name?: { name?: unknown } }
}

/** Leaves out the changes inside of attributes that are layout alone. */
export const ignoreLayout: Ignorer = {
  shouldIgnore(path: NodePath) {
    const { type, name } = (path as Attribute).node
    return type === 'JSXAttribute' && layout.has(String(name?.name)) ? 'It is layout.' : undefined
  },
}
