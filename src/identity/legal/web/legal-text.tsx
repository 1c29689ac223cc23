import { Fragment } from 'react'
import { configuration } from '#platform/web/configuration.ts'
import type { LegalBlock, LegalListItem, LegalSection } from '../legal-document.ts'

/** A text in which the contact address is a link. */
function Words({ of }: { of: string }) {
  const { contactEmail } = configuration()
  return of.split(contactEmail).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
      {part}
    </Fragment>
  ))
}

const Item = ({ of }: { of: LegalListItem }) =>
  typeof of === 'string' ? (
    <li>
      <Words of={of} />
    </li>
  ) : (
    <li>
      <strong>{of.term}:</strong> <Words of={of.text} />
    </li>
  )

/** Paragraphs and lists of a legal document. */
export const LegalBlocks = ({ of }: { of: readonly LegalBlock[] }) =>
  of.map((block) =>
    typeof block === 'string' ? (
      <p key={block}>
        <Words of={block} />
      </p>
    ) : (
      <ul key={JSON.stringify(block.list[0])}>
        {block.list.map((item) => (
          <Item key={typeof item === 'string' ? item : item.term} of={item} />
        ))}
      </ul>
    ),
  )

/**
 * One section with its parts below it. Its heading can receive the focus, so that reading continues at the target of a
 * link.
 */
export function LegalSectionText({
  section,
  heading = section.heading,
  level = 2,
}: {
  section: LegalSection
  heading?: string
  level?: 2 | 3
}) {
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={section.id}>
      <Heading id={section.id} tabIndex={-1}>
        {heading}
      </Heading>
      <LegalBlocks of={section.blocks} />
      {section.sections?.map((part) => (
        <LegalSectionText key={part.id} section={part} level={3} />
      ))}
    </section>
  )
}
