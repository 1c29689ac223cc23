/** The mail that a request arrived, which goes to who filed it and asked for mail; what follows is news. */
export const isAcknowledgement = ({ subject }: { subject: string }) =>
  /^(We have your request|Recibimos su solicitud) HD-/.test(subject)
