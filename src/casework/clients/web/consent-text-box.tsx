import { useTranslation } from 'react-i18next'
import type { FilledText } from '#casework/consent-texts/consent-text.ts'
import classes from './contacts.module.css'

/** A consent text as the person reads it, in their language. */
export function ConsentTextBox({ text }: { text: FilledText }) {
  const { t } = useTranslation('clients')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={classes.consentText} aria-label={t('consent.text', { number: text.number })} tabIndex={0}>
      <p className={classes.quiet}>{t('consent.text', { number: text.number })}</p>
      <div lang={text.language}>
        <strong>{text.title}</strong>
        {text.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}
