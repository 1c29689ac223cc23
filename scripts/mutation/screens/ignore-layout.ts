import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore'

/** Attributes that only affect the appearance, which screen tests cannot see: they have no layout and no styles. */
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

/** Ignores changes inside layout attributes. */
export const ignoreLayout: Ignorer = {
  shouldIgnore(path: NodePath) {
    const { type, name } = (path as Attribute).node
    return type === 'JSXAttribute' && layout.has(String(name?.name)) ? 'It is layout.' : undefined
  },
}
