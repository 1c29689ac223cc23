import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionAnchor, ActionButton } from '#ui/action.tsx'
import { type LegalDocument, numberedHeading } from '../legal-document.ts'
import classes from './legal-document-view.module.css'
import { LegalBlocks, LegalSectionText } from './legal-text.tsx'

const WIDE = '(min-width: 62em)'

/** A complete legal document: title, links to save it, table of contents, text. */
export function LegalDocumentView({ document, pdfUrl }: { document: LegalDocument; pdfUrl?: string }) {
  const { t } = useTranslation('legal')
  // The text may load after the screen has been scrolled to the anchor in its URL.
  useLayoutEffect(() => {
    globalThis.document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [])
  return (
    <div className={classes.document} lang={document.language}>
      <header className={classes.header}>
        <div>
          <h1 tabIndex={-1}>{document.title}</h1>
          {document.updated && <p className={classes.updated}>{document.updated}</p>}
        </div>
        <div className={classes.actions}>
          {pdfUrl && (
            <ActionAnchor look="quiet" href={pdfUrl} type="application/pdf">
              {t('pdf')}
            </ActionAnchor>
          )}
          <ActionButton look="quiet" onClick={() => print()}>
            {t('print')}
          </ActionButton>
        </div>
      </header>
      <Contents document={document} />
      <article className={classes.text}>
        <LegalBlocks of={document.introduction} />
        {document.sections.map((section, index) => (
          <LegalSectionText key={section.id} section={section} heading={numberedHeading(section, index)} />
        ))}
      </article>
    </div>
  )
}

/** The table of contents: next to the text if there is room, otherwise collapsed above it. */
function Contents({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('legal')
  const [startsOpen] = useState(() => matchMedia(WIDE).matches)
  return (
    <nav className={classes.contents} aria-label={t('contents')}>
      <details open={startsOpen}>
        <summary>{t('contents')}</summary>
        <ol>
          {document.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.heading}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
