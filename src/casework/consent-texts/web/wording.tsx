import { useTranslation } from 'react-i18next'
import { type ConsentText, consentLanguages } from '../consent-text.ts'
import classes from './consent-texts.module.css'

/** A text in both languages, folded. */
export function Wording({ text }: { text: Pick<ConsentText, 'title' | 'body'> }) {
  const { t } = useTranslation('consent-texts')
  return consentLanguages.map((language) => (
    <details key={language}>
      <summary>{t(`draft.bodyIn.${language}`)}</summary>
      <div lang={language} className={classes.text}>
        <strong>{text.title[language]}</strong>
        <p>{text.body[language]}</p>
      </div>
    </details>
  ))
}
