/** A day in the reader's format: MM/DD/YYYY in English. */
export const showDay = (timestamp: string, language: string) =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(timestamp))
