import { useTranslation } from 'react-i18next'

interface AnswerTimeProps {
  answerHours: number
  isPromised: boolean
  /** null of too few answers */
  typicalHours: number | null
}

/** How soon an organization answers: what it promises, and what it usually did. */
export function AnswerTime({ answerHours, isPromised, typicalHours }: AnswerTimeProps) {
  const { t } = useTranslation('response-times')
  const typical = typicalHours === null ? null : Math.max(1, Math.round(typicalHours))
  const said = [
    isPromised &&
      (answerHours % 24 === 0
        ? t('answers.promised', { count: answerHours / 24 })
        : t('answers.promisedHours', { count: answerHours })),
    typical !== null &&
      (typical <= 36
        ? t('answers.typicalHours', { count: typical })
        : t('answers.typical', { count: Math.round(typical / 24) })),
  ].filter(Boolean)
  return said.length > 0 ? <p>{said.join(' ')}</p> : null
}
