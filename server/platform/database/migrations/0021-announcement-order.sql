-- Announcements are ordered as everything else that an operator orders: the lower number comes first. It was the higher one.
update announcements set position = -position where position <> 0;
