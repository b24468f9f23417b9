"""The diary on PostgreSQL (sql/migrations/0010_diary.sql, sql/functions/diary.sql)."""
