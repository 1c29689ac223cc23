/** The mail that a request arrived, sent to its reporter if they want mail; later mails are about news. */
export const isAcknowledgement = ({ subject }: { subject: string }) =>
  /^(We have your request|Recibimos su solicitud) HD-/.test(subject)
