/** Whether a method counts in the limit of reads. All others count in that of writes. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
