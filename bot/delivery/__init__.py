"""Nothing lost, nothing answered twice, nothing out of order: inbox, worker, outbox and sender, for any channel."""
